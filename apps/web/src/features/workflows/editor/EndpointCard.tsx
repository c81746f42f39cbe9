import { SettingOutlined } from '@ant-design/icons'
import type { ConnectionType } from '@recto/contract/workflows/workflow-fields'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { ServiceIcon } from '../../../shared/services/ServiceIcon.tsx'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { UsedConnector, Workflow } from '../workflow.ts'
import { usesOf } from '../workflows.queries.ts'
import { EndDialog } from './EndDialog.tsx'
import { type Choice, choiceOf, destinationChoices, sourceChoices } from './endpoint-choices.ts'
import { type Ends, isUnconnected, pairRefusal } from './refusals.ts'
import { StageCard } from './StageCard.tsx'
import { useConnect } from './use-connect.ts'

type Props = {
  readonly side: 'source' | 'destination'
  readonly workflow: Workflow
  readonly ends: Ends
  readonly isSelected: boolean
  readonly state: ReactNode
  /** Settings of the review before delivery. */
  readonly review?: ReactNode
  onSelect(): void
}

const texts = {
  source: { title: 'Source', label: 'Where files come from' },
  destination: { title: 'Destination', label: 'Where values go' },
}

/** Kinds of connection without settings. */
const hasNoSettings: ReadonlySet<ConnectionType | ''> = new Set([
  '',
  'MANUALREVIEW',
  'APPDEPLOYMENT',
])

/** Card for the source or the destination. */
export function EndpointCard(props: Props) {
  const { side, workflow, ends, isSelected, state, review, onSelect } = props
  const { flags } = useSignedIn()
  const connect = useConnect(ends)
  const typeRefusal = useTypeRefusal(side, workflow.id, ends)
  const refusal = useChangeRefusal(workflow)
  const { title, label } = texts[side]
  const { connection } = ends[side]
  const misfit = side === 'destination' ? pairRefusal(ends) : undefined
  const [isOpen, setOpen] = useState(false)
  const choices =
    side === 'source'
      ? sourceChoices
      : destinationChoices({
          source: ends.source.connection,
          withApps: flags.app_deployment === true,
        })

  return (
    <StageCard kind={label} title={title} isSelected={isSelected} state={state} onSelect={onSelect}>
      <Tooltip title={typeRefusal}>
        {/* A disabled select fires no mouse events, so the box around it shows the tooltip. */}
        <div>
          <Select<ConnectionType | ''>
            aria-label={label}
            style={{ width: '100%' }}
            popupMatchSelectWidth={false}
            placeholder="Select"
            value={connection || null}
            disabled={typeRefusal !== undefined}
            loading={connect.isPending}
            options={withCurrent(choices, connection).map(optionOf)}
            status={misfit ? 'error' : ''}
            onChange={(next) => connect.mutate({ side, connection: next })}
          />
        </div>
      </Tooltip>
      {misfit && (
        <p className="end-misfit" role="alert">
          {misfit}
        </p>
      )}
      {ends[side].connector && <ConnectorLine connector={ends[side].connector} />}
      {!hasNoSettings.has(connection) && (
        <Button
          size="small"
          className="end-configure"
          icon={<SettingOutlined aria-hidden="true" />}
          danger={isUnconnected(ends[side])}
          onClick={() => setOpen(true)}
        >
          {isUnconnected(ends[side]) ? `Configure the ${side}` : 'Configure'}
        </Button>
      )}
      {isOpen && (
        <EndDialog
          key={`${ends[side].id} ${connection}`}
          end={ends[side]}
          refusal={refusal}
          review={review}
          onClose={() => setOpen(false)}
        />
      )}
    </StageCard>
  )
}

const ConnectorLine = ({ connector }: { readonly connector: UsedConnector }) => (
  <p className="end-connector">
    <ServiceIcon src={connector.icon} size={20} />
    <span>
      {connector.name} <small className="faint">{connector.service}</small>
    </span>
  </p>
)

/**
 * Returns the reason why the type of the source or destination cannot be changed, if any. A deployment was created for
 * the types; everything else of a deployed workflow can be edited.
 */
function useTypeRefusal(side: Props['side'], workflowId: string, ends: Ends): string | undefined {
  const { data, error } = useQuery(usesOf(workflowId))
  if (error) return explain(error, 'Failed to get can update status')
  if (data === undefined) return 'Checking whether the workflow is in use'
  if (data.isUsed) return 'Workflow used in API/Task/ETL deployment'
  return side === 'destination' && ends.source.connection === ''
    ? 'Select a source first'
    : undefined
}

/** Another client may have saved a type that is not offered here, which is shown by its name. */
function withCurrent(
  choices: readonly Choice[],
  connection: ConnectionType | '',
): readonly Choice[] {
  if (!connection || choices.some(({ type }) => type === connection)) return choices
  return [...choices, choiceOf(connection)]
}

const optionOf = ({ type, label }: Choice) => ({ value: type, title: label, label })
