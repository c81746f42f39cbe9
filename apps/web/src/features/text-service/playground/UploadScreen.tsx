import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Form, Select, Upload } from 'antd'
import { useState } from 'react'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { maskKey, type TextKey } from '../text-key.ts'
import { V1Pill } from '../V1Pill.tsx'
import type { PlaygroundTrial } from './options.ts'
import { type ExtractionOptions, outputModes, processingModes } from './options.ts'
import { SampleGrid } from './SampleGrid.tsx'

type Props = {
  readonly draft: PlaygroundTrial
  readonly keys: readonly TextKey[]
  /** Whether there is a result for this document and these options. */
  readonly hasResults: boolean
  onChange(changes: Partial<PlaygroundTrial>): void
  onExtract(): void
}

/** Form for the document, the options and the key. */
export function UploadScreen({ draft, keys, hasResults, onChange, onExtract }: Props) {
  const change = (changes: Partial<ExtractionOptions>) =>
    onChange({ options: { ...draft.options, ...changes } })
  return (
    <>
      <PageHeader title="Playground" description="See the text that a language model would receive">
        <V1Pill />
      </PageHeader>
      <div className="text-try">
        <FileField file={draft.file} onFile={(file) => onChange({ file })} />
        <Form layout="vertical" className="sheet text-options" onFinish={onExtract}>
          <ModeFields options={draft.options} onChange={change} />
          <Form.Item label="API key" htmlFor="playground-key">
            <Select
              id="playground-key"
              placeholder="Please select a key"
              value={draft.keyId ?? null}
              options={keys.map(({ id, key, plan }) => ({
                value: id,
                label: `${plan.name} · ${maskKey(key)}`,
              }))}
              onChange={(keyId) => onChange({ keyId })}
            />
          </Form.Item>
          <Button
            type="primary"
            htmlType="submit"
            block
            disabled={!draft.file || draft.keyId === undefined}
          >
            {buttonText(draft, hasResults)}
          </Button>
        </Form>
      </div>
      <SampleGrid
        onSelect={(file, options) => onChange({ file, options: { ...draft.options, ...options } })}
      />
    </>
  )
}

function buttonText({ keyId }: PlaygroundTrial, hasResults: boolean): string {
  if (keyId === undefined) return 'Please select a key in the dropdown'
  return hasResults ? 'See Results' : 'Extract'
}

type FileProps = { readonly file: File | undefined; onFile(file: File | undefined): void }

function FileField({ file, onFile }: FileProps) {
  const [refusal, setRefusal] = useState<string>()
  return (
    <div className="text-file">
      <Upload.Dragger
        accept=".pdf"
        multiple={false}
        maxCount={1}
        showUploadList={false}
        // Receives all dropped files, so that dropping several can be rejected.
        beforeUpload={(droppedFile, droppedFiles) => {
          const isPdf = /\.pdf$/i.test(droppedFile.name)
          setRefusal(isPdf && droppedFiles.length === 1 ? undefined : 'Choose a single PDF file.')
          if (isPdf && droppedFiles.length === 1) onFile(droppedFile)
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined aria-hidden="true" />
        </p>
        <p>{file ? file.name : 'Drop a PDF here, or click to choose one'}</p>
        <p className="faint">One PDF file. It is processed on this server.</p>
      </Upload.Dragger>
      {refusal && <Alert type="error" showIcon title={refusal} />}
    </div>
  )
}

type ModeProps = {
  readonly options: ExtractionOptions
  onChange(changes: Partial<ExtractionOptions>): void
}

function ModeFields({ options, onChange }: ModeProps) {
  const selectedMode = processingModes.find(({ value }) => value === options.mode)
  // The embedded text of a PDF contains no ruling lines.
  const hasMarks = options.mode !== 'native_text'
  return (
    <>
      <Form.Item label="Processing mode" htmlFor="playground-mode" extra={selectedMode?.hint}>
        <Select
          id="playground-mode"
          value={options.mode}
          options={processingModes.map(({ value, label }) => ({ value, label }))}
          onChange={(mode) => onChange({ mode })}
        />
      </Form.Item>
      <Form.Item label="Output mode" htmlFor="playground-output">
        <Select
          id="playground-output"
          value={options.output}
          options={[...outputModes]}
          onChange={(output) => onChange({ output })}
        />
      </Form.Item>
      <Form.Item>
        <Checkbox
          checked={hasMarks && options.marksVertical}
          disabled={!hasMarks}
          onChange={({ target }) => onChange({ marksVertical: target.checked })}
        >
          Mark vertical lines
        </Checkbox>
        <Checkbox
          checked={hasMarks && options.marksVertical && options.marksHorizontal}
          disabled={!hasMarks || !options.marksVertical}
          onChange={({ target }) => onChange({ marksHorizontal: target.checked })}
        >
          Mark horizontal lines
        </Checkbox>
      </Form.Item>
    </>
  )
}
