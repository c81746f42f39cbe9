import { useQuery } from '@tanstack/react-query'
import { access } from './access.queries.ts'
import { findRegions } from './access.ts'

/** On the host of a region, shows its name and links to the other one. */
export function RegionBanner() {
  const { data } = useQuery(access)
  const { host, protocol, pathname, search } = window.location
  const regions = data && findRegions(data, host)
  if (!regions) return null
  const { currentRegion, otherRegion } = regions
  return (
    <p className="region-banner" role="note">
      {`You are about to sign up for the ${currentRegion.name} region. Looking for the ${otherRegion.name} region? `}
      <a href={`${protocol}//${otherRegion.host}${pathname}${search}`}>Sign up here</a>
    </p>
  )
}
