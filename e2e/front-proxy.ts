import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppProcess } from '#test/app-process.ts'
import { test as base } from './small-site.ts'

export interface FrontProxy {
  url: string
  /** Refuses all connections from now on, like a lost network. */
  cut(): void
  restore(): void
  /** Requests to matching URLs find no connection. */
  refused: RegExp | undefined
  /** Text appended to sw.js, which makes it a new version. */
  swSuffix: string
  /** Text appended to every HTML page, as after a deployment. */
  pageSuffix: string
}

/** Runs a proxy before the site that a test can cut off: a service worker detects a closed connection in every browser. */
async function startProxy(app: AppProcess): Promise<FrontProxy & { close(): void }> {
  let isCut = false
  const target = new URL(app.url)
  const server = http.createServer((request, response) => {
    if (isCut || proxy.refused?.test(request.url ?? '')) return void request.socket.destroy()
    const isWorker = request.url === '/sw.js'
    const mayChange = isWorker || request.headers.accept?.includes('text/html') === true
    // Cached responses belong to the previous version, so remove validators to avoid a 304.
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...fresh } = request.headers
    const headers = mayChange ? { ...fresh, 'accept-encoding': 'identity' } : request.headers
    const { method, url: path } = request
    const onward = http.request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      const { 'content-length': _, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 502, mayChange ? rest : answer.headers)
      answer.pipe(response, { end: !mayChange })
      const suffix = answer.statusCode !== 200 ? '' : isWorker ? proxy.swSuffix : proxy.pageSuffix
      if (mayChange) answer.on('end', () => response.end(suffix))
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FrontProxy & { close(): void } = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: undefined,
    swSuffix: '',
    pageSuffix: '',
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

export const test = base.extend<{ front: FrontProxy }>({
  front: async ({ app }, use) => {
    const proxy = await startProxy(app)
    await use(proxy)
    proxy.close()
  },
  baseURL: async ({ front }, use) => use(front.url),
})
