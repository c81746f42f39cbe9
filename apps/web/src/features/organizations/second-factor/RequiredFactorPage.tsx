import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { internalAddress } from '../../../shared/navigation/deep-link.ts'
import { pageNavigation, serverPages } from '../../../shared/navigation/page-navigation.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { AccessPage } from '../access/AccessPage.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import { secondFactors } from './second-factor.queries.ts'

/** Leads people to a second factor whose organization is closed to them without one. */
export function RequiredFactorPage() {
  const next = internalAddress(useAddressSearch().next) ?? paths.home()
  const { data, error, refetch } = useQuery(secondFactors)
  const goOn = () => pageNavigation.to(next)
  return (
    <AccessPage
      isInside
      title="Set up a second factor"
      explanation="Your organization requires a second factor: an authenticator app shows a code that signing in asks for after the password."
    >
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to load your second factors"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <div className="bone" style={{ height: 120 }} aria-busy="true" />}
      {data && <AppSetUp hasPassword={data.hasPassword} onDone={goOn} />}
      <p className="access-other">
        <a href={serverPages.logout}>Log out</a>
      </p>
    </AccessPage>
  )
}
