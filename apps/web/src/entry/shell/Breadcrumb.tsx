import { Link } from '@tanstack/react-router'
import { useCurrentTitle } from '../../shared/navigation/page-title.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { useNavigation } from './use-navigation.ts'

/** Addresses that people type may end with a slash. */
const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** The breadcrumb: organization, menu entry, and the item if the page shows one of many. */
export function Breadcrumb() {
  const { organization } = useSignedIn()
  const { active, pathname } = useNavigation()
  const title = useCurrentTitle()
  const isEntryItself = active !== undefined && withoutSlash(active.path) === withoutSlash(pathname)
  const last = isEntryItself ? undefined : title

  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        <li className="breadcrumb-organization">{organization.displayName}</li>
        {active && (
          <li>
            {isEntryItself ? (
              <span aria-current="page">{active.title}</span>
            ) : (
              <Link to={active.path} activeOptions={{ exact: true }}>
                {active.title}
              </Link>
            )}
          </li>
        )}
        {last && (
          <li className="breadcrumb-last" aria-current="page">
            {last}
          </li>
        )}
      </ol>
    </nav>
  )
}
