import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import {
  type OfferedCommand,
  openPalette,
  openShortcuts,
  useCommands,
  useOverlay,
  useShortcuts,
} from '../../shared/commands/commands.ts'
import { usePageExists } from '../../shared/navigation/page-exists.ts'
import { pageNavigation, serverPages } from '../../shared/navigation/page-navigation.ts'
import { type Paths, usePaths } from '../../shared/navigation/paths.ts'
import { isReviewOnly, useSignedIn } from '../../shared/session/signed-in.ts'
import { useColorScheme } from '../../shared/theme/color-scheme.tsx'
import { useNavigation } from './use-navigation.ts'
import { openTour } from './welcome/slides.tsx'

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}))
const ShortcutList = lazy(async () => ({
  default: (await import('./ShortcutList.tsx')).ShortcutList,
}))

/**
 * The commands that are available on every page, with the command palette and the overview of
 * shortcuts.
 */
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
  const entries = [...groups.flatMap((group) => group.entries), ...useUnlistedPages()]
  return entries.map(({ title, description, path }) => ({
    id: `page:${path}`,
    title,
    group: 'Pages',
    hint: description,
    run: () => void navigate({ to: path }),
  }))
}

type Page = { readonly title: string; readonly description: string; readonly path: string }

/** Returns pages without an entry in the side menu, as far as the user may open them. */
function useUnlistedPages(): Page[] {
  const to = usePaths()
  const exists = usePageExists()
  const signedIn = useSignedIn()
  const pages = [
    ...(isReviewOnly(signedIn) ? [] : builderPages(to)),
    ...(signedIn.user.isAdmin ? adminPages(to) : []),
    ...(signedIn.isPlatformAdmin ? platformAdminPages(to) : []),
    ...commonPages(to),
  ]
  return pages.filter(({ path }) => exists(path))
}

const builderPages = (to: Paths): Page[] => [
  {
    title: 'Default Triad',
    description: 'Default adapters for your new projects',
    path: to.triad(),
  },
  { title: 'OCR', description: 'Services that recognize text in images', path: to.adapters('ocr') },
]

const adminPages = (to: Paths): Page[] => [
  {
    title: 'Platform Settings',
    description: 'Keys that scripts use to access the platform',
    path: to.platformSettings(),
  },
  {
    title: 'User Management',
    description: 'Members of the organization and their roles',
    path: to.users(),
  },
  {
    title: 'Groups',
    description: 'Groups of members to share with',
    path: to.groups(),
  },
  {
    title: 'Platform API Keys',
    description: 'Keys that let scripts use the API',
    path: to.platformApiKeys(),
  },
  {
    title: 'Global Deployment Keys',
    description: 'Keys that give access to several API deployments',
    path: to.globalKeys(),
  },
  {
    title: 'Organization Settings',
    description: 'What members of the organization can do',
    path: to.organizationSettings(),
  },
  {
    title: 'Audit Log',
    description: 'Changes to settings, people, keys and sharing',
    path: to.auditLog(),
  },
]

const platformAdminPages = (to: Paths): Page[] => [
  {
    title: 'Admin settings',
    description: 'Create organizations for other people',
    path: to.adminSettings(),
  },
]

const commonPages = (to: Paths): Page[] => [
  { title: 'Profile', description: 'Your account in this organization', path: to.profile() },
  {
    title: 'Password and sessions',
    description: 'Your password and where you are signed in',
    path: to.ownAccount(),
  },
]

function useActionCommands(): OfferedCommand[] {
  const { scheme, choose } = useColorScheme()
  const nextScheme = scheme === 'dark' ? 'light' : 'dark'
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
      title: 'Show keyboard shortcuts',
      group: 'Actions',
      shortcut: '?',
      run: openShortcuts,
    },
    {
      id: 'scheme',
      title: `Switch to ${nextScheme} mode`,
      group: 'Actions',
      run: () => choose(nextScheme),
    },
    {
      id: 'tour',
      title: 'Take the tour',
      group: 'Actions',
      run: () => openTour.set('platform'),
    },
    {
      id: 'logout',
      title: 'Log out',
      group: 'Actions',
      run: () => pageNavigation.to(serverPages.logout),
    },
  ]
}
