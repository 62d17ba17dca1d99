export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string | undefined,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), { className })
  made.append(...content)
  return made
}
