import { Alert, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { hasAccess, type TextProduct } from './text-product.ts'
import { useGenerateKey } from './text-service.queries.ts'

type Props = { readonly products: readonly TextProduct[]; onClose(): void }

/** Dialog for a new key for one of the organization's plans. */
export function GenerateKeyDialog({ products, onClose }: Props) {
  const alerts = useAlerts()
  const [product, setProduct] = useState('')
  const { mutate, isPending, error } = useGenerateKey()
  const generate = () =>
    mutate(product, {
      onSuccess() {
        alerts.success('API Key generated successfully')
        onClose()
      },
    })
  return (
    <Modal
      open
      width={440}
      title="Generate an API key"
      okText="Generate"
      okButtonProps={{ loading: isPending }}
      onOk={generate}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="Product" htmlFor="text-key-product">
          <Select
            id="text-key-product"
            placeholder="Select a product"
            value={product || null}
            options={products
              .filter((product) => hasAccess(product) && !product.isFreePlan)
              .map(({ product, name }) => ({ value: product, label: name }))}
            onChange={(value) => setProduct(value ?? '')}
          />
        </Form.Item>
      </Form>
      {error && (
        <Alert type="error" showIcon title={explain(error, 'Failed to generate API Key')} />
      )}
    </Modal>
  )
}
