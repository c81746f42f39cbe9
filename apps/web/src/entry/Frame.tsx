import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DialogManners } from '../shared/dialogs/DialogManners.tsx'
import { AlertsProvider } from '../shared/feedback/alerts.tsx'
import { ModulesContext, type OptionalModules } from '../shared/modules/modules.ts'
import { ColorSchemeProvider } from '../shared/theme/color-scheme.tsx'

type Props = {
  readonly client: QueryClient
  readonly modules?: OptionalModules
  readonly children: ReactNode
}

const none: OptionalModules = {}

/** Everything that a page may take for granted, except a session. */
export function Frame({ client, modules = none, children }: Props) {
  return (
    <QueryClientProvider client={client}>
      <ColorSchemeProvider>
        <AlertsProvider>
          <ModulesContext value={modules}>
            {children}
            <DialogManners />
          </ModulesContext>
        </AlertsProvider>
      </ColorSchemeProvider>
    </QueryClientProvider>
  )
}
