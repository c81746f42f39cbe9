import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { useModules } from '../../shared/modules/modules.ts'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { internalAddress, withNext } from '../../shared/navigation/deep-link.ts'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { access } from './access/access.queries.ts'
import './landing.css'

/** The sign-in page, which a module may replace. */
export function LoginPage() {
  usePageTitle('Login')
  const { SignIn = PlainLogin } = useModules()
  return <SignIn />
}

function PlainLogin() {
  const { data: accessOptions } = useQuery(access)
  const next = internalAddress(useAddressSearch().next)
  return (
    <main className="access-page">
      <div className="landing-brand">
        <ProductMark size={34} />
        <span>Recto</span>
      </div>
      <h1>Login</h1>
      <p className="faint">
        Turn documents into structured data, and see where on the page each value was found.
      </p>
      <Button type="primary" size="large" block href={withNext(serverPages.login, next)}>
        Login
      </Button>
      {accessOptions?.singleSignOn && (
        <Button size="large" block href={withNext(accessOptions.singleSignOn.path, next)}>
          Sign in with {accessOptions.singleSignOn.name}
        </Button>
      )}
      {accessOptions?.signUp === 'open' && (
        <p className="access-other">
          No account yet? <a href={paths.landing()}>Create one</a>
        </p>
      )}
    </main>
  )
}
