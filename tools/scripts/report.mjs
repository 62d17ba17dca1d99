/** @param {import('./checks/all.mjs').CheckResult} result */
export function printCheck({ name, seconds, problem }) {
  console.log(`${problem === '' ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (problem !== '') console.log(problem.replace(/^/gm, '    '))
}
