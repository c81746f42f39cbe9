import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { PopMenu } from '../../shared/menu/PopMenu.tsx'
import { useModules } from '../../shared/modules/modules.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { productOfPath, productsOf, selectProduct } from '../../shared/session/products.ts'

/** Goes over to another product; one that is alone needs no switch. */
export function ProductSwitcher() {
  const { products = [] } = useModules()
  const client = useQueryClient()
  const navigate = useNavigate()
  const present = productOfPath(useLocation().pathname)
  const offered = productsOf(products)
  if (offered.length < 2) return null

  async function choose(id: string) {
    if (id === present) return
    selectProduct(id)
    await navigate({ to: paths.home() })
    // The session starts anew, as on a page load: each product has its own first page.
    await client.resetQueries()
  }

  const items = offered.map(({ id, title }) => ({
    key: id,
    label: title,
    icon: <ProductMark size={18} />,
    isChosen: id === present,
    onSelect: () => void choose(id),
  }))
  return (
    <PopMenu label="Switch product" className="icon-button" sections={[{ key: 'products', items }]}>
      <DownOutlined aria-hidden="true" />
    </PopMenu>
  )
}
