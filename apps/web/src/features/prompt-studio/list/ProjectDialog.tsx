import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { FormConflict } from '../conflicts/FormConflict.tsx'
import type { ListedProject, ProjectValues } from '../project.ts'
import { findMissingFields, type ProjectField } from './project-form.ts'
import { useSaveProject } from './use-save-project.ts'

const MAX_DESCRIPTION_LENGTH = 200
/** A description is required, and many people have nothing to say yet. */
const firstDescription = 'Extracts structured data from documents'
const labels: Readonly<Record<ProjectField, string>> = {
  name: 'Project name',
  author: 'Author or organization',
  description: 'Description',
}

type Props = {
  /** The project to edit. Without one, the dialog creates a project and opens it. */
  readonly project?: ListedProject
  readonly onClose: () => void
}

/** Creates or edits the name and description of a project. */
export function ProjectDialog({ project, onClose }: Props) {
  const { user } = useSignedIn()
  const [values, setValues] = useState<ProjectValues>({
    name: project?.name ?? '',
    author: project?.author ?? user.displayName ?? '',
    description: project?.description ?? firstDescription,
  })
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const save = useSaveProject(project, onClose)
  const { conflict } = save

  function change(field: ProjectField, text: string) {
    setValues({ ...values, [field]: text })
    setFailures(new Map([...failures].filter(([name]) => name !== field)))
  }

  const showFailures = (refusal: unknown) => setFailures(failuresByField(refusal))

  async function submit() {
    const missingFields = findMissingFields(values)
    setFailures(missingFields)
    if (missingFields.size > 0) return
    await save.run(values).catch(showFailures)
  }

  const fieldProps = { values, failures, onChange: change }
  return (
    <FormDialog
      title={project ? 'Edit Prompt Studio project' : 'Create new Prompt Studio project'}
      okText={project ? 'Save' : 'Create project'}
      isPending={save.isPending}
      error={save.error}
      failureText="Failed to save the project"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field {...fieldProps} field="name" label={labels.name} isFirst />
      <Field {...fieldProps} field="author" label={labels.author} />
      <Field
        {...fieldProps}
        field="description"
        label={labels.description}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      {conflict && (
        <FormConflict
          fields={conflict.fields.map((field) => ({
            label: labels[field],
            storedValue: conflict.storedValues[field],
            ownValue: values[field],
          }))}
          isSaving={save.isPending}
          onOverwrite={() => void save.overwrite(values).catch(showFailures)}
          onKeepStored={() => {
            setValues(save.discard(values))
            setFailures(new Map())
          }}
        />
      )}
    </FormDialog>
  )
}

type FieldProps = {
  readonly field: ProjectField
  readonly label: string
  readonly values: ProjectValues
  readonly failures: ReadonlyMap<string, string>
  readonly isFirst?: boolean
  /** If present, the field is a text area with a character counter. */
  readonly maxLength?: number
  onChange(field: ProjectField, text: string): void
}

function Field({
  field,
  label,
  values,
  failures,
  isFirst,
  maxLength: limit,
  onChange,
}: FieldProps) {
  const id = useId()
  const failure = failures.get(field)
  const inputProps = {
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
          {...inputProps}
          autoSize={{ minRows: 3, maxRows: 6 }}
          maxLength={limit}
          showCount
          onChange={({ target }) => onChange(field, target.value)}
        />
      ) : (
        <Input {...inputProps} onChange={({ target }) => onChange(field, target.value)} />
      )}
    </Form.Item>
  )
}
