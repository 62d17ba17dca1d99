import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const serverPort = process.env.PORT || '3000'
const server = `http://127.0.0.1:${serverPort}`

export default defineConfig({
  root: 'web',
  server: {
    host: '127.0.0.1',
    port: 5173,
    // Outside web/ the browser may read the contract and the packages, never server code or secrets in data/.
    fs: { allow: ['.', '../contract', '../node_modules'] },
    proxy: { '/api': server, '/media': server, '/metrics': server },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need `data:` in the content security policy, and would be sent again with every release.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
  plugins: [react()],
})
