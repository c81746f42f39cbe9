import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  const { RECTO_SERVER = 'http://127.0.0.1:8000' } = loadEnv(mode, import.meta.dirname, 'RECTO_')
  const server = { target: RECTO_SERVER, changeOrigin: false }

  return {
    root: import.meta.dirname,
    plugins: [react()],
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2023' },
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
