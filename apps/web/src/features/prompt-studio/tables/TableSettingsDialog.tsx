import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Modal, Select, Switch } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FormConflict } from '../conflicts/FormConflict.tsx'
import type { Prompt } from '../prompt.ts'
import { tableSettings } from '../table-settings.queries.ts'
import type { ListReading, StoredReading } from '../table-settings.ts'
import {
  formOf,
  type ReadingForm,
  readingOf,
  useSaveTableSettings,
} from './use-save-table-settings.ts'
import './tables.css'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

/** Dialog for the settings with which a prompt reads a table or a record. */
export function TableSettingsDialog({ prompt, onClose }: Props) {
  const { data, error } = useQuery(tableSettings(prompt.id))
  const title = `Table Extraction Settings: ${prompt.key}`
  return (
    <Modal open width={640} title={title} footer={null} onCancel={onClose}>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to fetch the table extraction settings')}
        />
      )}
      {!data && !error && <div className="bone table-settings-bone" aria-busy="true" />}
      {data && <Settings prompt={prompt} storedReading={data} onClose={onClose} />}
    </Modal>
  )
}

type SettingsProps = Props & { readonly storedReading: StoredReading }

const labels: Readonly<Record<keyof ListReading, string>> = {
  headers: 'Headers',
  startPage: 'Start page',
  endPage: 'End page',
  documentType: 'Document type',
  pageFilter: 'Page filter strategy',
  pageDelimiter: 'Page delimiter',
  isCompressed: 'Compress double space',
  usesFormFeed: 'Use form feed',
  isSpanSearchOff: 'Disable span search',
  isDirectory: 'Directory mode',
}

function Settings({ prompt, storedReading, onClose }: SettingsProps) {
  const [form] = Form.useForm<ReadingForm>()
  const save = useSaveTableSettings({ prompt, storedReading, form, onClose })
  const { run, isPending, error, conflict } = save
  const formValues: ReadingForm | undefined = Form.useWatch([], form)

  return (
    <Form<ReadingForm>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={formOf(storedReading)}
      onFinish={(values) => void run(values)}
    >
      <Fields />
      {conflict && (
        <FormConflict
          fields={conflict.fields.map((field) => ({
            label: labels[field],
            storedValue: formatAnswer(conflict.storedReading[field]),
            ownValue: formatAnswer(formValues && readingOf(formValues)[field]),
          }))}
          isSaving={isPending}
          onOverwrite={() => void save.insist()}
          onKeepStored={() => save.takeOverStored()}
        />
      )}
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to save the table extraction settings')}
        />
      )}
      <div className="table-settings-buttons">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          Save
        </Button>
      </div>
    </Form>
  )
}

const pages = [
  { name: 'startPage', label: 'Start page', extra: '0 is the first page' },
  { name: 'endPage', label: 'End page', extra: '0 is the last page' },
] as const

const documentTypes = [{ value: 'default', label: 'default' }]
const strategies = ['contiguous', 'header-based'].map((value) => ({ value, label: value }))

const switches = [
  { name: 'isCompressed', label: 'Compress double space' },
  { name: 'usesFormFeed', label: 'Use form feed' },
  { name: 'isSpanSearchOff', label: 'Disable span search' },
  { name: 'isDirectory', label: 'Directory mode' },
] as const

function Fields() {
  return (
    <>
      <Form.Item
        name="headers"
        label="Headers"
        extra="Type each column name and press Enter. If there are none, the model names the columns."
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',']} />
      </Form.Item>
      <div className="table-settings-grid">
        {pages.map(({ name, label, extra }) => (
          <Form.Item
            key={name}
            name={name}
            label={label}
            extra={extra}
            rules={[{ required: true, message: 'Please enter a page number, or 0' }]}
          >
            <InputNumber min={0} precision={0} className="wide" />
          </Form.Item>
        ))}
        <Form.Item name="documentType" label="Document type">
          <Select mode="tags" maxCount={1} options={documentTypes} />
        </Form.Item>
        <Form.Item name="pageFilter" label="Page filter strategy">
          <Select options={strategies} />
        </Form.Item>
        <Form.Item name="pageDelimiter" label="Page delimiter">
          <Input maxLength={100} className="mono" />
        </Form.Item>
      </div>
      {switches.map(({ name, label }) => (
        <div key={name} className="table-settings-switch">
          <Form.Item name={name} valuePropName="checked" noStyle>
            <Switch size="small" />
          </Form.Item>
          <label htmlFor={name}>{label}</label>
        </div>
      ))}
    </>
  )
}

function formatAnswer(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
