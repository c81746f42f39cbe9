import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DialogBehavior } from '../shared/dialogs/DialogBehavior.tsx'
import { AlertsProvider } from '../shared/feedback/alerts.tsx'
import { ModulesContext, type OptionalModules } from '../shared/modules/modules.ts'
import { ColorSchemeProvider } from '../shared/theme/color-scheme.tsx'

type Props = {
  readonly client: QueryClient
  readonly modules?: OptionalModules
  readonly children: ReactNode
}

const noModules: OptionalModules = {}

/** Provides everything that pages depend on, except a session. */
export function Frame({ client, modules = noModules, children }: Props) {
  return (
    <QueryClientProvider client={client}>
      <ColorSchemeProvider>
        <AlertsProvider>
          <ModulesContext value={modules}>
            {children}
            <DialogBehavior />
          </ModulesContext>
        </AlertsProvider>
      </ColorSchemeProvider>
    </QueryClientProvider>
  )
}
