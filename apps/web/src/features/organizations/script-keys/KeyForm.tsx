import { Input } from 'antd'
import type { ReactNode } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useFormValues } from '../../../shared/form/use-form-values.ts'
import type { ScriptKey } from './script-key.ts'

type KeyName = Pick<ScriptKey, 'name' | 'description'>

type OpenKeyForm<Values> = {
  readonly values: Values
  readonly failures: ReadonlyMap<string, string>
  change(changes: Partial<Values>): void
}

type SaveMutation = { readonly error: Error | null; readonly isPending: boolean }

type Props<Values extends KeyName> = {
  /** The key to change; without one, the form creates a new one. */
  readonly apiKey: ScriptKey | undefined
  readonly initial: Values
  /** Validates the additional fields of this kind before they are sent. */
  missing?(values: Values): readonly (readonly [string, string])[]
  readonly create: SaveMutation & { mutateAsync(values: Values): Promise<string> }
  readonly update: SaveMutation & { mutateAsync(values: Values & { id: string }): Promise<unknown> }
  /** Renders the additional fields of this kind. */
  children(form: OpenKeyForm<Values>): ReactNode
  onCreated(text: string): void
  onClose(): void
}

const missingOf = ({ name, description }: KeyName) => [
  ...(name.trim() ? [] : [['name', 'Enter a name'] as const]),
  ...(description.trim() ? [] : [['description', 'Enter a description'] as const]),
]

/** Form for the name and the permissions of a key. The name cannot be changed later. */
export function KeyForm<Values extends KeyName>({ apiKey, initial, ...props }: Props<Values>) {
  const { values, failures, setFailures, change } = useFormValues(initial)
  const save = useSave(apiKey, props)

  async function submit() {
    const missingFields = new Map([...missingOf(values), ...(props.missing?.(values) ?? [])])
    setFailures(missingFields)
    if (missingFields.size > 0) return
    await save.run(values).catch((refusal) => setFailures(failuresByField(refusal)))
  }

  const nameForm: OpenKeyForm<KeyName> = {
    values,
    failures,
    change: (changes) => change(changes as Values),
  }
  return (
    <FormDialog
      title={apiKey ? `Edit ${apiKey.name}` : 'New key'}
      okText={apiKey ? 'Save' : 'Create key'}
      isPending={save.isPending}
      error={save.error}
      failureText="Failed to save the key"
      onSubmit={submit}
      onClose={props.onClose}
    >
      <NameFields isNew={!apiKey} {...nameForm} />
      {props.children({ values, failures, change })}
    </FormDialog>
  )
}

type NameProps = OpenKeyForm<KeyName> & { readonly isNew: boolean }

function NameFields({ isNew, values, failures, change }: NameProps) {
  return (
    <>
      {isNew && (
        <FormField label="Name" failure={failures.get('name')}>
          {(ties) => (
            <Input
              {...ties}
              autoFocus
              maxLength={128}
              value={values.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormField>
      )}
      <FormField
        label="Description"
        failure={failures.get('description')}
        hint="The script that uses the key, and its purpose"
      >
        {(ties) => (
          <Input
            {...ties}
            maxLength={512}
            value={values.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </FormField>
    </>
  )
}

type KeyFormSave<Values extends KeyName> = Pick<
  Props<Values>,
  'create' | 'update' | 'onCreated' | 'onClose'
>

function useSave<Values extends KeyName>(
  apiKey: ScriptKey | undefined,
  saves: KeyFormSave<Values>,
) {
  const { create, update, onCreated, onClose } = saves
  const alerts = useAlerts()

  async function run(values: Values) {
    if (!apiKey) return onCreated(await create.mutateAsync(values))
    await update.mutateAsync({ ...values, id: apiKey.id })
    alerts.success('Key saved')
    onClose()
  }
  const { error, isPending } = apiKey ? update : create
  return { run, error, isPending }
}
