import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  const { RECTO_SERVER = 'http://127.0.0.1:8000' } = loadEnv(mode, import.meta.dirname, 'RECTO_')
  const server = { target: RECTO_SERVER, changeOrigin: false }

  return {
    root: import.meta.dirname,
    plugins: [react()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: {
        // The forms' package names it in a helper for tests. We ship a validator of our own, and the
        // helper is shaken out of the bundle together with this import.
        external: ['@rjsf/validator-ajv8'],
      },
    },
    server: {
      port: 5173,
      proxy: {
        '/api': { ...server, ws: true },
        '/deployment': server,
        '/health': server,
      },
    },
  }
})
