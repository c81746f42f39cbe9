import { SearchOutlined } from '@ant-design/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { TrialBadge } from '../../features/billing/TrialBadge.tsx'
import { openPalette } from '../../shared/commands/commands.ts'
import { keysOf } from '../../shared/commands/keys-of.ts'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { platformId, productOfPath, selectedProduct } from '../../shared/session/products.ts'
import { AvatarMenu } from './AvatarMenu.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ProductSwitcher } from './ProductSwitcher.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import { SetupAlert } from './SetupAlert.tsx'

export function TopBar() {
  const chosenProduct = selectedProduct() ?? platformId()
  const { pathname } = useLocation()
  // An address of another product opens that one, whatever was chosen before.
  const isPlatform = [chosenProduct, productOfPath(pathname)].every((id) => id === platformId())
  return (
    <header className="top-bar">
      <Link
        to={usePaths().projects()}
        activeOptions={{ exact: true }}
        className="top-logo"
        aria-label="Recto home page"
      >
        <ProductMark size={26} />
        <span>Recto</span>
      </Link>
      <ProductSwitcher />
      <Breadcrumb />
      <div className="top-right">
        {isPlatform && <TrialBadge />}
        <SetupAlert />
        <button type="button" className="palette-button" onClick={() => openPalette()}>
          <SearchOutlined aria-hidden="true" />
          <span className="palette-button-text">Go to…</span>
          <kbd>{keysOf('mod+k')}</kbd>
        </button>
        <SchemeSwitch />
        <AvatarMenu />
      </div>
    </header>
  )
}
