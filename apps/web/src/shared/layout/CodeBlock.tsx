import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCopy } from '../browser/copy-text.ts'
import './code-block.css'

type Props = { readonly title: string; readonly code: string }

/** A code example that can be copied. */
export function CodeBlock({ title, code }: Props) {
  const copy = useCopy()
  return (
    <section className="code-block" aria-label={title}>
      <header>
        <strong>{title}</strong>
        <Button
          size="small"
          aria-label={`Copy: ${title}`}
          icon={<CopyOutlined aria-hidden="true" />}
          onClick={() => void copy(code, 'Code copied to clipboard')}
        >
          Copy
        </Button>
      </header>
      <pre className="mono">{code}</pre>
    </section>
  )
}
