import { CopyOutlined } from '@ant-design/icons'
import type { DeploymentListItem } from '@recto/contract/deployments'
import { Button } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { addressOf } from '../endpoint-address.ts'

type Props = { readonly deployment: DeploymentListItem }

/** Where the deployment answers; the copy is the whole address. */
export function EndpointCell({ deployment }: Props) {
  const copy = useCopy()
  const address = addressOf(deployment)
  return (
    <span className="endpoint">
      <span className="mono" title={address}>
        /{deployment.api_endpoint}
      </span>
      <Button
        type="text"
        size="small"
        title="Copy the address"
        aria-label={`Copy the address of ${deployment.display_name}`}
        icon={<CopyOutlined />}
        onClick={() => void copy(address, 'Endpoint copied to clipboard')}
      />
    </span>
  )
}
