import { useQuery } from '@tanstack/react-query'
import { access } from './access.queries.ts'
import { regionsHere } from './access.ts'

/** On the host of a region, says which one it is and leads to the other. */
export function RegionBanner() {
  const { data } = useQuery(access)
  const { host, protocol, pathname, search } = window.location
  const regions = data && regionsHere(data, host)
  if (!regions) return null
  const { here, other } = regions
  return (
    <p className="region-banner" role="note">
      {`You are about to sign up for the ${here.name} region. Looking for the ${other.name} region? `}
      <a href={`${protocol}//${other.host}${pathname}${search}`}>Sign up here</a>
    </p>
  )
}
