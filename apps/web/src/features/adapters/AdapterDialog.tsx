import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import type { Service } from '../../shared/services/ServiceGrid.tsx'
import { ServiceHeading } from '../../shared/services/ServiceHeading.tsx'
import { AdapterSettings } from './AdapterSettings.tsx'
import { adapter as adapterQuery } from './adapters.queries.ts'
import { type AdapterList, kinds } from './kinds.ts'
import { LocalAdapters } from './LocalAdapters.tsx'
import { ProviderGrid } from './ProviderGrid.tsx'

type Props = {
  readonly list: AdapterList
  /** The adapter to edit; without one the dialog adds a new one. */
  readonly adapterId?: string
  readonly onClose: () => void
}

/** Adds an adapter in two steps, a service and its settings, or edits the settings of one. */
export function AdapterDialog({ list, adapterId, onClose }: Props) {
  if (adapterId) return <EditDialog list={list} adapterId={adapterId} onClose={onClose} />
  return <AddDialog list={list} onClose={onClose} />
}

function AddDialog({ list, onClose }: Omit<Props, 'adapterId'>) {
  const kind = kinds[list]
  const [provider, setProvider] = useState<Service>()

  return (
    <Modal
      open
      width={provider ? 500 : 1100}
      footer={null}
      mask={{ closable: !provider }}
      title={
        provider ? (
          <ServiceHeading icon={provider.icon} text={provider.name}>
            <Button
              type="text"
              size="small"
              aria-label="Back to services"
              icon={<ArrowLeftOutlined />}
              onClick={() => setProvider(undefined)}
            />
          </ServiceHeading>
        ) : (
          kind.addLabel
        )
      }
      onCancel={onClose}
    >
      {provider ? (
        <AdapterSettings type={kind.type} catalogueId={provider.id} onSaved={onClose} />
      ) : (
        <>
          {kind.hasLocalServers && <LocalAdapters type={kind.type} onSaved={onClose} />}
          <ProviderGrid type={kind.type} onPick={setProvider} />
        </>
      )}
    </Modal>
  )
}

function EditDialog({ list, adapterId, onClose }: Required<Props>) {
  const { data: adapter, error, refetch } = useQuery(adapterQuery(adapterId))
  const retry = () => void refetch()

  return (
    <Modal
      open
      width={500}
      footer={null}
      mask={{ closable: false }}
      title={
        adapter ? (
          <ServiceHeading icon={adapter.icon} text={adapter.name} />
        ) : (
          `Edit ${kinds[list].noun}`
        )
      }
      onCancel={onClose}
    >
      {error && (
        <FailureState error={error} fallback="Failed to load the settings form" onRetry={retry} />
      )}
      {!error && !adapter && <FormSkeleton />}
      {adapter && (
        <AdapterSettings
          type={adapter.type}
          catalogueId={adapter.catalogueId}
          adapter={adapter}
          onSaved={onClose}
        />
      )}
    </Modal>
  )
}
