import { SearchOutlined } from '@ant-design/icons'
import type { AdapterType } from '@recto/contract/adapters/adapters'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import type { LocalAdapter } from './adapter.ts'
import { localAdapters, useCreateAdapter } from './adapters.queries.ts'
import './adapters.css'

type Props = {
  readonly type: AdapterType
  onSaved(): void
}

/** Lists model servers found on this machine; one click creates an adapter for one. */
export function LocalAdapters({ type, onSaved }: Props) {
  const [isLooking, setIsLooking] = useState(false)
  const { data: proposals, isFetching } = useQuery(localAdapters(type, isLooking))
  const create = useCreateAdapter()

  const add = ({ catalogueId, name, settings }: LocalAdapter) =>
    create.mutate(
      { type, catalogueId, settings: { ...settings, adapter_name: name } },
      { onSuccess: onSaved },
    )
  const isDone = isLooking && !isFetching
  return (
    <section className="local-adapters" aria-label="On this machine">
      <span className="local-title">On this machine</span>
      {proposals?.map((proposal) => (
        <Button
          key={`${proposal.catalogueId} ${proposal.name}`}
          icon={<ServiceIcon src={proposal.icon} size={18} />}
          disabled={create.isPending}
          onClick={() => add(proposal)}
        >
          Add {proposal.name}
        </Button>
      ))}
      {!isDone && (
        <Button
          type="text"
          icon={<SearchOutlined aria-hidden="true" />}
          loading={isLooking && isFetching}
          onClick={() => setIsLooking(true)}
        >
          Find model servers
        </Button>
      )}
      {isDone && proposals?.length === 0 && (
        <span role="status">No model server was found on this machine.</span>
      )}
      {create.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="local-failure"
          title={explain(create.error, 'Failed to save the adapter')}
        />
      )}
    </section>
  )
}
