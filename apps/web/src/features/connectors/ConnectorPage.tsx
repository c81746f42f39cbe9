import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { FileTree } from './browse/FileTree.tsx'
import { TableTree } from './browse/TableTree.tsx'
import type { Connector } from './connector.ts'
import { connector as connectorQuery } from './connectors.queries.ts'
import { MailAddress } from './mail-address/MailAddress.tsx'
import './connectors.css'

export function ConnectorRoute() {
  const { connectorId = '' } = useParams({ strict: false })
  return <ConnectorPage key={connectorId} connectorId={connectorId} />
}

const descriptions: Readonly<Record<Connector['kind'], string>> = {
  files: 'The folders and files currently in this connector.',
  tables: 'The tables and columns currently in this database.',
  calls:
    'Workflows send their results to this HTTP endpoint. Its calls are listed with each execution.',
}

const describe = ({ kind, hasMailAddress }: Connector): string =>
  hasMailAddress ? 'What is sent to its address becomes files of a pipeline.' : descriptions[kind]

/** Shows the content of a connector: its folders and files, or its tables. */
function ConnectorPage({ connectorId }: { readonly connectorId: string }) {
  const { data: connector, error, refetch } = useQuery(connectorQuery(connectorId))
  const to = usePaths()
  usePageTitle(connector?.name ?? 'Connector')

  if (error) {
    const retry = () => void refetch()
    return (
      <div className="page">
        <FailureState error={error} fallback="Failed to load the connector" onRetry={retry} />
      </div>
    )
  }
  if (!connector) return <PageSkeleton />
  if (!connector.isUsable) return <NotShared connector={connector} />
  return (
    <div className="page">
      <p className="connector-back">
        <Link to={to.connectors()}>← Connectors</Link>
      </p>
      <PageHeader title={connector.name} description={describe(connector)} />
      {connector.hasMailAddress && <MailAddress connector={connector} />}
      {connector.kind === 'files' && !connector.hasMailAddress && (
        <FileTree connectorId={connectorId} />
      )}
      {connector.kind === 'tables' && <TableTree connectorId={connectorId} />}
    </div>
  )
}

/** The page of a connector that a workflow uses, for a user who may not use it. */
function NotShared({ connector }: { readonly connector: Connector }) {
  const to = usePaths()
  return (
    <div className="page">
      <p className="connector-back">
        <Link to={to.connectors()}>← Connectors</Link>
      </p>
      <PageHeader
        title={connector.name}
        description={`This connector is not shared with you. Ask ${connector.createdByEmail ?? 'an admin'} to share it with you.`}
      />
    </div>
  )
}
