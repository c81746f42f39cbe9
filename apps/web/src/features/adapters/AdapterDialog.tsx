import { useQuery } from '@tanstack/react-query'
import { AddServiceDialog, EditServiceDialog } from '../../shared/services/ServiceDialog.tsx'
import { AdapterSettings } from './AdapterSettings.tsx'
import { adapter as adapterQuery, catalogueOfType } from './adapters.queries.ts'
import { type AdapterList, kinds } from './kinds.ts'
import { LocalAdapters } from './LocalAdapters.tsx'

type Props = {
  readonly list: AdapterList
  /** The adapter to edit; without one the dialog adds a new one. */
  readonly adapterId?: string
  readonly onClose: () => void
}

/** Adds an adapter or edits the settings of one. */
export function AdapterDialog({ list, adapterId, onClose }: Props) {
  if (adapterId) return <EditAdapter list={list} adapterId={adapterId} onClose={onClose} />
  return <AddAdapter list={list} onClose={onClose} />
}

function AddAdapter({ list, onClose }: Omit<Props, 'adapterId'>) {
  const { type, addLabel, hasLocalServers } = kinds[list]
  return (
    <AddServiceDialog
      title={addLabel}
      services={useQuery(catalogueOfType(type))}
      empty={{
        title: 'No services available',
        explanation:
          'This installation does not offer any services of this type yet. Extraction works without one.',
      }}
      notice={hasLocalServers && <LocalAdapters type={type} onSaved={onClose} />}
      onClose={onClose}
    >
      {({ id }) => <AdapterSettings type={type} catalogueId={id} onSaved={onClose} />}
    </AddServiceDialog>
  )
}

function EditAdapter({ list, adapterId, onClose }: Required<Props>) {
  return (
    <EditServiceDialog
      title={`Edit ${kinds[list].noun}`}
      connection={useQuery(adapterQuery(adapterId))}
      failureText="Failed to load the settings form"
      onClose={onClose}
    >
      {(adapter) => (
        <AdapterSettings
          type={adapter.type}
          catalogueId={adapter.catalogueId}
          adapter={adapter}
          onSaved={onClose}
        />
      )}
    </EditServiceDialog>
  )
}
