import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { createLiveConnection } from '../shared/live/create-live-connection.ts'
import { LiveConnectionContext } from '../shared/live/live-connection.ts'
import { buildQueryClient } from './build-query-client.ts'
import { buildRouter } from './build-router.tsx'
import { consequencesOf } from './consequences.ts'
import { Frame } from './Frame.tsx'
import { modules } from './modules.ts'
import '../shared/layout/app.css'

// The page's security policy forbids compiled code, which zod would otherwise try.
z.config({ jitless: true })

const router = buildRouter({ modules })
const client = buildQueryClient(() => consequencesOf(client, router))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <LiveConnectionContext value={createLiveConnection()}>
      <Frame client={client} modules={modules}>
        <RouterProvider router={router} />
      </Frame>
    </LiveConnectionContext>
  </StrictMode>,
)
