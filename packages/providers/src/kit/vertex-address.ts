import { text } from './fields.ts'

/** Part of a host's name, so it may hold nothing else. */
export const vertexLocation = text({
  title: 'Location',
  description:
    'The region where the model runs, such as europe-west4. With global, Google chooses the region.',
})
  .regex(/^[a-z0-9-]+$/, 'must be a location such as europe-west4')
  .default('global')

export const vertexProject = text({
  title: 'Project',
  prefill: '',
  description: 'The ID of the Google Cloud project.',
}).regex(/^[\w:.-]+$/, 'must be the id of a project')

/** The address below which the models of Google stand. */
export function vertexAddress(project: string, location: string): string {
  const host =
    location === 'global' ? 'aiplatform.googleapis.com' : `${location}-aiplatform.googleapis.com`
  return `https://${host}/v1/projects/${project}/locations/${location}/publishers/google`
}
