import { CopyOutlined } from '@ant-design/icons'
import type { DeploymentListItem } from '@recto/contract/deployments'
import { Button, Tooltip } from 'antd'
import { useCopy } from '../../../shared/copy-text.ts'
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
      <Tooltip title="Copy the address">
        <Button
          type="text"
          size="small"
          aria-label={`Copy the address of ${deployment.display_name}`}
          icon={<CopyOutlined />}
          onClick={() => void copy(address, 'Endpoint copied to clipboard')}
        />
      </Tooltip>
    </span>
  )
}
