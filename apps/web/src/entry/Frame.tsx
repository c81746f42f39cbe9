import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AlertsProvider } from '../shared/feedback/alerts.tsx'
import { ColorSchemeProvider } from '../shared/theme/color-scheme.tsx'

type Props = {
  readonly client: QueryClient
  readonly children: ReactNode
}

/** Everything that a page may take for granted, except a session. */
export function Frame({ client, children }: Props) {
  return (
    <QueryClientProvider client={client}>
      <ColorSchemeProvider>
        <AlertsProvider>{children}</AlertsProvider>
      </ColorSchemeProvider>
    </QueryClientProvider>
  )
}
