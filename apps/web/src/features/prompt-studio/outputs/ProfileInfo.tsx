import type { LlmProfile } from '../profile.ts'

/** Shows the settings of the profile that produced the values. */
export function ProfileInfo({ profile }: { readonly profile: LlmProfile }) {
  const facts = [
    ['Profile Name', profile.name],
    ['Chunk Size', String(profile.chunkSize ?? 0)],
    ['Vector Store', profile.vectorStore],
    ['Embedding Model', profile.embeddingModel],
    ['LLM', profile.llm],
    ['X2Text', profile.textExtractor],
    ['Reindex', profile.reindex ? 'Yes' : 'No'],
  ] as const
  return (
    <dl className="profile-info">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
