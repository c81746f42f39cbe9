import { ArrowLeftOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Segmented } from 'antd'
import { useState } from 'react'
import { saveFile, useCopy } from '../../../shared/browser/copy-text.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { Lines } from '../Lines.tsx'
import { textAddresses } from '../text-service.queries.ts'
import { callLines, type Language, languages } from './call-lines.ts'
import type { ExtractionOptions } from './options.ts'
import { SideBySide } from './SideBySide.tsx'
import type { Extraction } from './use-extraction.ts'

type ExtractedFile = { readonly file: File; readonly options: ExtractionOptions }
type Props = {
  readonly draft: ExtractedFile
  readonly apiKey: string
  readonly extraction: Extraction
  onRetry(): void
  onBack(): void
}

/** Shows the pages beside their text. */
export function ResultScreen({ draft, apiKey, extraction, onRetry, onBack }: Props) {
  const { result, error, isRunning, pagesRead } = extraction
  const [pageCount, setPageCount] = useState(0)
  return (
    <>
      <header className="text-result-head">
        <Button
          type="text"
          aria-label="Back"
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          onClick={onBack}
        />
        <h1>{draft.file.name}</h1>
        {result && <ResultActions text={result.text} name={draft.file.name} />}
      </header>
      {isRunning && <Reading pagesRead={pagesRead} pageCount={pageCount} />}
      {error !== null && error !== undefined && !isRunning && (
        <FailureState error={error} fallback="Failed to extract" onRetry={onRetry} />
      )}
      <SideBySide file={draft.file} apiKey={apiKey} result={result} onPages={setPageCount} />
      {result && <SameCall draft={draft} />}
    </>
  )
}

function Reading({
  pagesRead,
  pageCount,
}: {
  readonly pagesRead: number
  readonly pageCount: number
}) {
  const percent = pageCount ? Math.round((100 * pagesRead) / pageCount) : 0
  return (
    <div className="text-reading" role="status">
      <Progress percent={percent} showInfo={false} status="active" aria-label="Pages read" />
      <span className="faint">
        {pageCount ? `${pagesRead} of ${pageCount} pages read` : 'Extracting the text'}
      </span>
    </div>
  )
}

function ResultActions({ text, name }: { readonly text: string; readonly name: string }) {
  const copy = useCopy()
  return (
    <div className="page-actions">
      <Button
        icon={<CopyOutlined aria-hidden="true" />}
        onClick={() => void copy(text, 'Text copied to clipboard')}
      >
        Copy
      </Button>
      <Button
        icon={<DownloadOutlined aria-hidden="true" />}
        onClick={() => saveFile(name.replace(/\.pdf$/i, '.txt'), text, 'text/plain')}
      >
        Download
      </Button>
    </div>
  )
}

/** Shows code that makes the same call. */
function SameCall({ draft }: { readonly draft: ExtractedFile }) {
  const address = useQuery(textAddresses).data?.gateway
  const [language, setLanguage] = useState<Language>('cURL')
  const copy = useCopy()
  if (!address) return null
  const call = { address, options: draft.options, fileName: draft.file.name }
  const lines = callLines[language](call)
  return (
    <section className="sheet text-call" aria-label="Do this in code">
      <header>
        <h2>Do this in code</h2>
        <Segmented<Language>
          aria-label="Language"
          value={language}
          options={[...languages]}
          onChange={setLanguage}
        />
        <Button size="small" onClick={() => void copy(lines, 'Copied to clipboard')}>
          Copy
        </Button>
      </header>
      <Lines>{lines}</Lines>
    </section>
  )
}
