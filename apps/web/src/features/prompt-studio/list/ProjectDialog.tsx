import { useNavigate } from '@tanstack/react-router'
import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useCreateProject, usePatchProject } from '../project.queries.ts'
import type { ListedProject, ProjectValues } from '../project.ts'
import { lacking, type ProjectField } from './project-form.ts'

const MAX_DESCRIPTION = 200

type Props = {
  /** The project to edit; without one the dialog makes a new one and opens it. */
  readonly project?: ListedProject
  readonly onClose: () => void
}

/** Names and describes a project. */
export function ProjectDialog({ project, onClose }: Props) {
  const { user } = useSignedIn()
  const formId = useId()
  const [values, setValues] = useState<ProjectValues>({
    name: project?.name ?? '',
    author: project?.author ?? user.displayName ?? '',
    description: project?.description ?? '',
  })
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const save = useSaveProject(project, onClose)

  function change(field: ProjectField, text: string) {
    setValues({ ...values, [field]: text })
    setFailures(new Map([...failures].filter(([name]) => name !== field)))
  }

  async function submit() {
    const empty = lacking(values)
    setFailures(empty)
    if (empty.size > 0) return
    await save.run(values).catch((refusal) => setFailures(failuresByField(refusal)))
  }

  const elsewhere = save.error && failuresByField(save.error).size === 0
  const props = { values, failures, onChange: change }
  return (
    <Modal
      open
      width={480}
      title={project ? 'Edit Prompt Studio project' : 'Create new Prompt Studio project'}
      okText={project ? 'Save' : 'Create project'}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: save.isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        <Field {...props} field="name" label="Project name" isFirst />
        <Field {...props} field="author" label="Author or organization" />
        <Field {...props} field="description" label="Description" limit={MAX_DESCRIPTION} />
        {elsewhere && (
          <Alert type="error" showIcon role="alert" title={explain(save.error, 'Failed to save')} />
        )}
      </Form>
    </Modal>
  )
}

type FieldProps = {
  readonly field: ProjectField
  readonly label: string
  readonly values: ProjectValues
  readonly failures: ReadonlyMap<string, string>
  readonly isFirst?: boolean
  /** Makes it a text of several lines with a counter. */
  readonly limit?: number
  onChange(field: ProjectField, text: string): void
}

function Field({ field, label, values, failures, isFirst, limit, onChange }: FieldProps) {
  const id = useId()
  const failure = failures.get(field)
  const shared = {
    id,
    value: values[field],
    autoFocus: isFirst ?? false,
    'aria-invalid': failure !== undefined,
    'aria-describedby': failure ? `${id}-failure` : undefined,
  }
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={failure ? 'error' : ''}
      help={failure && <span id={`${id}-failure`}>{failure}</span>}
    >
      {limit ? (
        <Input.TextArea
          {...shared}
          autoSize={{ minRows: 3, maxRows: 6 }}
          maxLength={limit}
          showCount
          onChange={({ target }) => onChange(field, target.value)}
        />
      ) : (
        <Input {...shared} onChange={({ target }) => onChange(field, target.value)} />
      )}
    </Form.Item>
  )
}

/** Saves, says so, and leads into a project that is new. */
function useSaveProject(project: ListedProject | undefined, onSaved: () => void) {
  const create = useCreateProject()
  const patch = usePatchProject()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()

  async function run(values: ProjectValues) {
    if (project) {
      await patch.mutateAsync({ id: project.id, changes: values })
      alerts.success('Updated Successfully')
      return onSaved()
    }
    const made = await create.mutateAsync(values)
    alerts.success('Added Successfully')
    onSaved()
    await navigate({ to: to.project(made.id) })
  }

  return {
    run,
    isPending: create.isPending || patch.isPending,
    error: create.error ?? patch.error,
  }
}
