import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { PopMenu } from '../../shared/menu/PopMenu.tsx'
import { useModules } from '../../shared/modules/modules.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { offeredProducts, productOfPath, selectProduct } from '../../shared/session/products.ts'

/** Switches to another product; hidden if there is only one. */
export function ProductSwitcher() {
  const { products = [] } = useModules()
  const client = useQueryClient()
  const navigate = useNavigate()
  const currentProduct = productOfPath(useLocation().pathname)
  const availableProducts = offeredProducts(products, currentProduct)
  if (availableProducts.length < 2) return null

  async function choose(id: string) {
    if (id === currentProduct) return
    selectProduct(id)
    await navigate({ to: paths.home() })
    // Restarts the session as on a page load, because each product has a different first page.
    await client.resetQueries()
  }

  const items = availableProducts.map(({ id, title }) => ({
    key: id,
    label: title,
    icon: <ProductMark size={18} product={id} />,
    isSelected: id === currentProduct,
    onSelect: () => void choose(id),
  }))
  return (
    <PopMenu
      label="Switch product"
      className="icon-button"
      side="left"
      sections={[{ key: 'products', items }]}
    >
      <DownOutlined aria-hidden="true" />
    </PopMenu>
  )
}
