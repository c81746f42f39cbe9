import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type OfferedCommand, useCommands, useShortcuts } from '../../shared/commands/commands.ts'
import { leave, serverPages } from '../../shared/navigation/leave.ts'
import { useColorScheme } from '../../shared/theme/color-scheme.tsx'
import { openPalette, openShortcuts, useOverlay } from './palette-state.ts'
import { useNavigation } from './use-navigation.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}))
const ShortcutList = lazy(async () => ({
  default: (await import('./ShortcutList.tsx')).ShortcutList,
}))

/** What can be done from anywhere, and the two windows that show it. */
export function ShellCommands() {
  useCommands([...usePageCommands(), ...useActionCommands()])
  useShortcuts()
  const overlay = useOverlay()
  return (
    <Suspense>
      {overlay === 'palette' && <CommandPalette />}
      {overlay === 'shortcuts' && <ShortcutList />}
    </Suspense>
  )
}

function usePageCommands(): OfferedCommand[] {
  const navigate = useNavigate()
  const { groups } = useNavigation()
  return groups.flatMap(({ entries }) =>
    entries.map(({ title, description, path }) => ({
      id: `page:${path}`,
      title,
      group: 'Pages',
      hint: description,
      run: () => void navigate({ to: path }),
    })),
  )
}

function useActionCommands(): OfferedCommand[] {
  const { scheme, choose } = useColorScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    {
      id: 'palette',
      title: 'Open the command palette',
      group: 'Actions',
      shortcut: 'mod+k',
      run: openPalette,
    },
    {
      id: 'shortcuts',
      title: 'Show the shortcuts of this screen',
      group: 'Actions',
      shortcut: '?',
      run: openShortcuts,
    },
    {
      id: 'scheme',
      title: `Switch to ${other} colours`,
      group: 'Actions',
      run: () => choose(other),
    },
    { id: 'logout', title: 'Log out', group: 'Actions', run: () => leave.to(serverPages.logout) },
  ]
}
