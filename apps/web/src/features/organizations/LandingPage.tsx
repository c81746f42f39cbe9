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
import type { Access } from './access/access.ts'
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
  const { data: accessOptions, error } = useQuery(access)
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
          {accessOptions && (
            <Door
              options={accessOptions}
              note={product.note}
              hasOwnNote={product !== platform}
              onEnter={choose}
            />
          )}
          {error && <SignIn isPrimary onEnter={choose} />}
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

type DoorProps = {
  readonly options: Access
  readonly note: string
  /** Whether the note is not about the trial, and holds without one. */
  readonly hasOwnNote: boolean
  onEnter(): void
}

/** The page invites people to sign up if a trial is offered; otherwise, they have an account. */
function Door({ options, note, hasOwnNote, onEnter }: DoorProps) {
  const [isSigningUp, setSigningUp] = useState(false)
  const hasTrial = options.signUp === 'open' && options.hasTrial
  const signUp = () => {
    onEnter()
    setSigningUp(true)
  }

  if (hasTrial) {
    return (
      <>
        <h1>Sign Up</h1>
        <p className="landing-note">{note}</p>
        {isSigningUp ? (
          <SignUpForm okText="Create Your free account" />
        ) : (
          <Button type="primary" size="large" block onClick={signUp}>
            Create Your free account
          </Button>
        )}
        <p className="landing-or">Already have an account?</p>
        <SignIn onEnter={onEnter} />
        <OtherWays options={options} onEnter={onEnter} />
      </>
    )
  }
  return (
    <>
      <h1>{isSigningUp ? 'Create an account' : 'Sign in'}</h1>
      {hasOwnNote && <p className="landing-note">{note}</p>}
      {isSigningUp && (
        <>
          <SignUpForm okText="Create account" />
          <p className="landing-or">Already have an account?</p>
        </>
      )}
      <SignIn isPrimary={!isSigningUp} onEnter={onEnter} />
      <OtherWays options={options} onEnter={onEnter} />
      {options.signUp === 'open' && !isSigningUp && (
        <p className="landing-or">
          No account yet?{' '}
          <button type="button" className="link-button" onClick={signUp}>
            Create an account
          </button>
        </p>
      )}
      {options.signUp !== 'open' && (
        <p className="landing-or">Accounts are by invitation only. Ask an administrator.</p>
      )}
    </>
  )
}

type SignInProps = { readonly isPrimary?: boolean; onEnter(): void }

function SignIn({ isPrimary = false, onEnter }: SignInProps) {
  const next = internalAddress(useAddressSearch().next)
  return (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      size="large"
      block
      href={withNext(serverPages.login, next)}
      onClick={onEnter}
    >
      Sign in
    </Button>
  )
}

type OtherWaysProps = { readonly options: Access; onEnter(): void }

function OtherWays({ options: { singleSignOn, hasSimpleStudio }, onEnter }: OtherWaysProps) {
  const next = internalAddress(useAddressSearch().next)
  return (
    <>
      {singleSignOn && (
        <Button
          size="large"
          block
          style={{ marginTop: 8 }}
          href={withNext(singleSignOn.path, next)}
          onClick={onEnter}
        >
          Sign in with {singleSignOn.name}
        </Button>
      )}
      {hasSimpleStudio && (
        <p className="landing-or">
          <a href="/simple-prompt-studio">Try it without an account</a>
        </p>
      )}
    </>
  )
}
