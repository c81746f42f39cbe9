import { CheckCircleFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../shared/layout/CodeBlock.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import type { Workflow } from '../workflows/workflows.port.tsx'
import type { Deployment } from './deployment.ts'
import { endpointAddress } from './deployment.ts'
import { deploymentsOf, keysOf } from './deployments.queries.ts'
import { curlRun, KEY_PLACEHOLDER } from './snippets/snippets.ts'
import './deployments.css'

/** Shows that a workflow is deployed, where, and how to call it. */
export function WorkflowDeployments({ workflow }: { readonly workflow: Workflow }) {
  const to = usePaths()
  const { data: deployments = [] } = useQuery(deploymentsOf(workflow.id))
  const [first, ...otherDeployments] = deployments
  if (!first) return null

  return (
    <section className="deployed" aria-label="Deployments" role="status">
      <p>
        <CheckCircleFilled aria-hidden="true" /> This Workflow has been deployed as an API:{' '}
        <strong>{first.displayName}</strong>
        {otherDeployments.length > 0 && ` and ${otherDeployments.length} more`}.{' '}
        <Link to={to.apiDeployments()}>See the API deployments</Link>
      </p>
      <HowToCall deployment={first} />
    </section>
  )
}

function HowToCall({ deployment }: { readonly deployment: Deployment }) {
  const refusal = useRefusalOf()('deployment/keys', {
    created_by: deployment.createdBy,
    isOwner: deployment.isOwner,
  })
  const { data: keys = [], isPending } = useQuery({
    ...keysOf(deployment.id),
    enabled: refusal === undefined,
  })
  const key = keys.find(({ isActive }) => isActive)?.key ?? KEY_PLACEHOLDER
  return (
    <details className="how-to-call">
      <summary>Call it with cURL</summary>
      {refusal && <p className="faint">{refusal}</p>}
      {(refusal || !isPending) && (
        <CodeBlock
          title="Send a document"
          code={curlRun({ address: endpointAddress(deployment), key })}
        />
      )}
    </details>
  )
}
