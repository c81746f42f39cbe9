import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  const { PORT = '8000' } = loadEnv(mode, import.meta.dirname, 'PORT')
  const server = { target: `http://127.0.0.1:${PORT}`, changeOrigin: false }

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
