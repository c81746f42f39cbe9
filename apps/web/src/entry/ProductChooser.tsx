import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { PageHeader } from '../shared/layout/PageHeader.tsx'
import { ProductMark } from '../shared/layout/ProductMark.tsx'
import { useModules } from '../shared/modules/modules.ts'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { paths } from '../shared/navigation/paths.ts'
import {
  platformId,
  productsOf,
  selectProduct,
  TEXT_EXTRACTION,
} from '../shared/session/products.ts'
import { NotFound } from './NotFound.tsx'
import { SessionGate } from './SessionGate.tsx'

const visibleIds = new Set<string>([platformId(), TEXT_EXTRACTION])

/** Lets the user choose a product. Not found if the installation has only one. */
export function ProductChooser() {
  const { products } = useModules()
  if (!products?.length) return <NotFound />
  return (
    <SessionGate>
      <Choices />
    </SessionGate>
  )
}

function Choices() {
  usePageTitle('Choose a product')
  const { products } = useModules()
  const navigate = useNavigate()
  return (
    <main className="page" style={{ maxWidth: 760, paddingTop: '12vh' }}>
      <PageHeader title="Choose a product" description="You can switch later in the top bar." />
      <ul className="product-cards">
        {productsOf(products)
          .filter(({ id }) => visibleIds.has(id))
          .map(({ id, title, purpose }) => (
            <li key={id} className="sheet product-card">
              <ProductMark size={36} product={id} />
              <h2>{title}</h2>
              <p>{purpose}</p>
              <Button
                type="primary"
                onClick={() => {
                  selectProduct(id)
                  void navigate({ to: paths.home() })
                }}
              >
                Open {title}
              </Button>
              <Button type="link" href={`${paths.landing()}?selectedProduct=${id}`}>
                Learn more
              </Button>
            </li>
          ))}
      </ul>
    </main>
  )
}
