import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../layout/EmptyState.tsx'
import { Loaded, type LoadingState } from '../layout/Loaded.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { type Service, ServiceGrid } from './ServiceGrid.tsx'
import { ServiceHeading } from './ServiceHeading.tsx'

const FORM_WIDTH = 500
const GRID_WIDTH = 1100

type AddProps = {
  readonly title: string
  readonly services: LoadingState<readonly Service[]>
  /** Shown if there are no services. */
  readonly empty: { readonly title: string; readonly explanation: string }
  /** It is shown above the services. */
  readonly notice?: ReactNode
  onClose(): void
  /** Renders the form for the settings of the service. */
  children(service: Service): ReactNode
}

/** Adds an adapter or a connector in two steps: a service, and its settings. */
export function AddServiceDialog({ title, services, empty, notice, onClose, children }: AddProps) {
  const [service, setService] = useState<Service>()
  const backButton = (
    <Button
      type="text"
      size="small"
      aria-label="Back to services"
      icon={<ArrowLeftOutlined />}
      onClick={() => setService(undefined)}
    />
  )
  return (
    <Modal
      open
      width={service ? FORM_WIDTH : GRID_WIDTH}
      footer={null}
      mask={{ closable: !service }}
      title={
        service ? (
          <ServiceHeading icon={service.icon} text={service.name}>
            {backButton}
          </ServiceHeading>
        ) : (
          title
        )
      }
      onCancel={onClose}
    >
      {service ? (
        children(service)
      ) : (
        <>
          {notice}
          <ServiceGrid
            services={services.data}
            error={services.error}
            empty={<EmptyState {...empty} />}
            onRetry={() => void services.refetch()}
            onPick={setService}
          />
        </>
      )}
    </Modal>
  )
}

type NameAndIcon = { readonly name: string; readonly icon: string }

type EditProps<Connection extends NameAndIcon> = {
  /** Title until the name is known. */
  readonly title: string
  readonly connection: LoadingState<Connection>
  /** Title that describes what failed. */
  readonly failureText: string
  onClose(): void
  /** Renders the form for its settings. */
  children(connection: Connection): ReactNode
}

/** Edits the settings of an adapter or a connector. */
export function EditServiceDialog<Connection extends NameAndIcon>(props: EditProps<Connection>) {
  const { title, connection, failureText, onClose, children } = props
  const { data } = connection
  return (
    <Modal
      open
      width={FORM_WIDTH}
      footer={null}
      mask={{ closable: false }}
      title={data ? <ServiceHeading icon={data.icon} text={data.name} /> : title}
      onCancel={onClose}
    >
      <Loaded query={connection} failureText={failureText} skeleton={<FormSkeleton />}>
        {children}
      </Loaded>
    </Modal>
  )
}
