import { Modal, Tabs } from 'antd'
import { CodeBlock } from '../../../shared/layout/CodeBlock.tsx'
import { isActivePrompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { ImportSchema } from './ImportSchema.tsx'
import { toClientCall, toJsonSchema } from './project-as-code.ts'

type Props = { onClose(): void }

/** Makes prompts of a JSON Schema, and shows the prompts of the project as a schema and as a program. */
export function SchemaDialog({ onClose }: Props) {
  const { project } = useEditor()
  const prompts = project.prompts.filter(isActivePrompt)
  const isEmpty = prompts.length === 0
  const schema = JSON.stringify(toJsonSchema(project.name, prompts), null, 2)
  const call = toClientCall({ prompts, server: window.location.origin })
  return (
    <Modal open width={760} footer={null} title="JSON Schema" onCancel={onClose}>
      <Tabs
        items={[
          {
            key: 'import',
            label: 'Make prompts',
            children: <ImportSchema onDone={onClose} />,
          },
          {
            key: 'export',
            label: 'This project as a schema',
            disabled: isEmpty,
            children: <CodeBlock title="JSON Schema of the active prompts" code={schema} />,
          },
          {
            key: 'call',
            label: 'This project in TypeScript',
            disabled: isEmpty,
            children: <CodeBlock title="Typed call with @recto/client" code={call} />,
          },
        ]}
      />
    </Modal>
  )
}
