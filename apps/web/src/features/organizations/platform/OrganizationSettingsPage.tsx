import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useId } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { CodeBlock } from '../../../shared/layout/CodeBlock.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { DeleteOrganization } from '../deletion/DeleteOrganization.tsx'
import {
  getAgentAddress,
  organizationSettings,
  type SettingName,
  useChangeOrganizationSetting,
  useChangeSecondFactorRule,
} from './organization-settings.queries.ts'
import './settings-hub.css'

const settings: readonly {
  readonly name: SettingName
  readonly label: string
  readonly text: string
}[] = [
  {
    name: 'isModelCreationRestricted',
    label: 'Only admins can add models',
    text: 'Each model call costs money. Other members can use the models that are shared with them.',
  },
  {
    name: 'isConnectorCreationRestricted',
    label: 'Only admins can add connectors',
    text: 'Connectors give access to files and databases outside Recto.',
  },
  {
    name: 'allowsAgents',
    label: 'Agents can work here',
    text: 'An agent (MCP) with a platform key that may write can read projects, workflows, pipelines and executions, run them, and switch deployments and pipelines on and off.',
  },
]

/** Settings that apply to all members of the organization. */
export function OrganizationSettingsPage() {
  usePageTitle('Organization Settings')
  const { data, error, refetch } = useQuery(organizationSettings)
  const retry = () => void refetch()
  return (
    <div className="page" style={{ maxWidth: 900 }}>
      <PageHeader
        title="Organization Settings"
        description="What members of the organization can do."
      />
      {error && !data && (
        <FailureState error={error} fallback="Failed to load the settings" onRetry={retry} />
      )}
      {!error && !data && <ListSkeleton />}
      {data &&
        settings.map((setting) => (
          <Setting key={setting.name} {...setting} isOn={data[setting.name]} />
        ))}
      {data?.allowsAgents && <CodeBlock title="Address for agents" code={getAgentAddress()} />}
      {data && <SecondFactorSetting rule={data.secondFactor} />}
      {data && (
        <>
          <h2 style={{ marginTop: 32 }}>Delete organization</h2>
          <DeleteOrganization />
        </>
      )}
    </div>
  )
}

const rules = [
  { value: 'optional', label: 'Nobody' },
  { value: 'admins', label: 'Admins' },
  { value: 'everyone', label: 'Everyone' },
] as const

type SecondFactorSettingProps = { readonly rule: (typeof rules)[number]['value'] }

function SecondFactorSetting({ rule }: SecondFactorSettingProps) {
  const id = useId()
  const alerts = useAlerts()
  const { mutate, isPending, variables } = useChangeSecondFactorRule()
  return (
    <section className="sheet key-slot">
      <Select
        style={{ width: 120 }}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
        options={[...rules]}
        value={isPending ? variables : rule}
        loading={isPending}
        onChange={(value) =>
          mutate(value, {
            onSuccess: () => alerts.success('Settings saved'),
            onError: (refusal) => alerts.showError(refusal, 'Failed to save the settings'),
          })
        }
      />
      <div>
        <h2 id={`${id}-label`}>Who needs a second factor</h2>
        <span id={`${id}-text`} className="faint">
          The organization is closed to these members until they have set one up. People who sign in
          with an identity provider are checked there.
        </span>
      </div>
    </section>
  )
}

type SettingProps = (typeof settings)[number] & { readonly isOn: boolean }

function Setting({ name, label, text, isOn }: SettingProps) {
  const id = useId()
  const alerts = useAlerts()
  const { mutate, isPending, variables } = useChangeOrganizationSetting()
  return (
    <section className="sheet key-slot">
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
        checked={isPending ? variables.isOn : isOn}
        loading={isPending}
        onChange={(isEnabled) =>
          mutate(
            { name, isOn: isEnabled },
            {
              onSuccess: () => alerts.success('Settings saved'),
              onError: (refusal) => alerts.showError(refusal, 'Failed to save the settings'),
            },
          )
        }
      />
      <div>
        <h2 id={`${id}-label`}>{label}</h2>
        <span id={`${id}-text`} className="faint">
          {text}
        </span>
      </div>
    </section>
  )
}
