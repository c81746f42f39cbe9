import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import type { Deployment } from '../deployment.ts'
import { endpointAddress } from '../deployment.ts'

type Props = { readonly deployment: Deployment }

/** Shows the path of the deployment; the button copies the full address. */
export function EndpointCell({ deployment }: Props) {
  const copy = useCopy()
  const address = endpointAddress(deployment)
  return (
    <span className="endpoint">
      <span className="mono" title={address}>
        /{deployment.endpoint}
      </span>
      <Button
        type="text"
        size="small"
        title="Copy endpoint"
        aria-label={`Copy the endpoint of ${deployment.displayName}`}
        icon={<CopyOutlined />}
        onClick={() => void copy(address, 'Endpoint copied to clipboard')}
      />
    </span>
  )
}
