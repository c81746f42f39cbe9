import { Link } from '@tanstack/react-router'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageExists } from '../../shared/navigation/page-exists.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { type Paths, usePaths } from '../../shared/navigation/paths.ts'
import { type SignedIn, useSignedIn } from '../../shared/session/signed-in.ts'

type Door = { readonly title: string; readonly description: string; readonly path: string }

/** What is set for the whole organization, or once for all of one’s projects; each door where there is a room. */
export function SettingsPage() {
  usePageTitle('Platform')
  const exists = usePageExists()
  const doors = doorsFor(useSignedIn(), usePaths()).filter(({ path }) => exists(path))
  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader title="Platform" description="Keys, people and defaults of the organization." />
      <ul className="sheet choice-list">
        {doors.map(({ title, description, path }) => (
          <li key={path}>
            <span>
              <Link to={path}>{title}</Link>
              <br />
              <span className="faint">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const doorsFor = ({ user }: SignedIn, to: Paths): Door[] => [
  {
    title: 'Platform Settings',
    description: 'The keys with which scripts reach the platform.',
    path: to.platformSettings(),
  },
  ...(user.isAdmin ? [people(to)] : []),
  {
    title: 'Default Triad',
    description: 'The adapters that your new projects start with.',
    path: to.triad(),
  },
  {
    title: 'Human In The Loop Settings',
    description: 'Which results people check before they leave the product.',
    path: to.reviewSettings(),
  },
]

const people = (to: Paths): Door => ({
  title: 'User Management',
  description: 'Who belongs to the organization, and in which role.',
  path: to.users(),
})
