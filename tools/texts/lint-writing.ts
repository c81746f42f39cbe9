import { TextlintKernel, type TextlintRuleModule } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import plainText from '@textlint/textlint-plugin-text'
import { findPhrases, type PhraseKind } from './find-phrases.ts'

/** A phrase of the word list in a document. `message` is the name of its kind and the phrase. */
export type WritingProblem = {
  readonly path: string
  readonly line: number
  readonly kind: string
  readonly phrase: string
}

/** A document to lint: Markdown, whose code is left out, or plain text of one sentence for each line. */
export type LintedDocument = { readonly path: string; readonly content: string }

const kernel = new TextlintKernel()
const plugins = [
  { pluginId: 'markdown', plugin: markdown.default },
  { pluginId: 'text', plugin: plainText.default },
]

/** Returns the phrases of the word list in one document, by line. */
export async function lintDocument(
  { path, content }: LintedDocument,
  kinds: readonly PhraseKind[],
): Promise<readonly WritingProblem[]> {
  const { messages } = await kernel.lintText(content, {
    filePath: path,
    ext: path.endsWith('.md') ? '.md' : '.txt',
    plugins,
    rules: [{ ruleId: 'phrases', rule: createPhraseRule(kinds) }],
  })
  return messages.map(({ message, line }) => {
    const [kind = '', phrase = ''] = message.split(': ')
    return { path, line, kind, phrase }
  })
}

/** A rule of textlint that reports each phrase of the word list. */
function createPhraseRule(kinds: readonly PhraseKind[]): TextlintRuleModule {
  return ({ Syntax, RuleError, report, getSource, locator }) => ({
    [Syntax.Str](node) {
      for (const { kind, phrase, index } of findPhrases(getSource(node), kinds)) {
        const padding = locator.range([index, index + phrase.length])
        report(node, new RuleError(`${kind}: ${phrase}`, { padding }))
      }
    },
  })
}
