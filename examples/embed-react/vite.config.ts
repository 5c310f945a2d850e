import { defineConfig, type ProxyOptions } from 'vite'

/** Where examples/embed-backend listens. */
const backend = 'http://localhost:3000'

/** Each customer's sign-in is a cookie under a path of its own, so that both are signed in in one browser. */
const signedInAt = (path: string): Record<string, ProxyOptions> => ({
  [`${path}/api/`]: { target: backend, changeOrigin: true, rewrite: (url) => url.slice(path.length), cookiePathRewrite: { '/': path } },
})

export default defineConfig({
  root: import.meta.dirname,
  // The port is part of the origin, which `connect` of the backend adds to embedOrigins.
  server: { host: 'localhost', port: 5173, strictPort: true, proxy: { ...signedInAt('/acme'), ...signedInAt('/globex') } },
})
