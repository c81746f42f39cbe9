import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { internalAddress, withNext } from '../../shared/navigation/deep-link.ts'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { selectPlatformByDefault, selectProduct } from '../../shared/session/products.ts'
import { access } from './access/access.queries.ts'
import { RegionBanner } from './access/RegionBanner.tsx'
import { SignUpForm } from './access/SignUpForm.tsx'
import { ReadingSample } from './ReadingSample.tsx'
import './landing.css'

const platform = {
  title: 'Structured data from any document',
  description:
    'Describe what you need in plain words. Recto extracts it from invoices, contracts and forms, and shows where on the page it found each value.',
  note: 'Try the product free for 14 days. No credit card required.',
}

const variants: Readonly<Record<string, typeof platform>> = {
  'llm-whisperer': {
    title: 'Get complex documents ready for LLM consumption',
    description:
      'An API that turns scans, tables and forms into text with the layout preserved, so that language models can understand it.',
    note: 'Process up to 100 pages daily at no cost. No credit card required.',
  },
}

/** The sign-in page, which needs neither a session nor an organization. */
export function LandingPage() {
  usePageTitle('Sign in')
  const requestedProduct = String(useAddressSearch().selectedProduct)
  const product = variants[requestedProduct] ?? platform
  // Signing in on the page of a product selects that product.
  const choose = () => {
    if (variants[requestedProduct]) selectProduct(requestedProduct)
    else selectPlatformByDefault()
  }

  return (
    <main className="landing">
      <section className="landing-door">
        <RegionBanner />
        <div className="landing-brand">
          <ProductMark size={34} />
          <span>Recto</span>
        </div>
        <div className="landing-form">
          <h1>Sign Up</h1>
          <p className="landing-note">{product.note}</p>
          <SignInOptions onEnter={choose} />
        </div>
      </section>
      <aside className="landing-promo" aria-label="About the product">
        <h2>{product.title}</h2>
        <p>{product.description}</p>
        <ReadingSample />
      </aside>
    </main>
  )
}

/** Buttons to sign up and to log in. If users cannot sign up themselves, both open the login. */
function SignInOptions({ onEnter }: { onEnter(): void }) {
  const next = internalAddress(useAddressSearch().next)
  const login = withNext(serverPages.login, next)
  const { data: accessOptions } = useQuery(access)
  const [isSigningUp, setSigningUp] = useState(false)
  const isOpen = accessOptions?.signUp === 'open'

  return (
    <>
      {isSigningUp ? (
        <SignUpForm />
      ) : (
        <Button
          type="primary"
          size="large"
          block
          {...omitUndefined({ href: isOpen ? undefined : login })}
          onClick={() => {
            onEnter()
            if (isOpen) setSigningUp(true)
          }}
        >
          Create Your free account
        </Button>
      )}
      {accessOptions && !isOpen && (
        <p className="landing-or">Accounts are by invitation only. Ask an administrator.</p>
      )}
      <p className="landing-or">Already have an account?</p>
      <Button size="large" block href={login} onClick={onEnter}>
        Sign in
      </Button>
      {accessOptions?.hasSimpleStudio && (
        <p className="landing-or">
          <a href="/simple-prompt-studio">Try it without an account</a>
        </p>
      )}
      {accessOptions?.singleSignOn && (
        <Button
          size="large"
          block
          style={{ marginTop: 8 }}
          href={withNext(accessOptions.singleSignOn.path, next)}
          onClick={onEnter}
        >
          Sign in with {accessOptions.singleSignOn.name}
        </Button>
      )}
    </>
  )
}
