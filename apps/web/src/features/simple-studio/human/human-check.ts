import type { HumanCheck } from '../simple-settings.ts'

/** The common interface of the three services, each of which has another global name. */
type Widget = {
  ready?(callback: () => void): void
  render(container: HTMLElement, options: WidgetOptions): string | number
  execute(id: string | number): unknown
  reset(id: string | number): void
}

type WidgetOptions = {
  readonly sitekey: string
  readonly size?: 'invisible'
  readonly execution?: 'execute'
  readonly callback: (token: string) => void
  readonly 'error-callback': () => void
}

type Service = {
  readonly name: 'grecaptcha' | 'hcaptcha' | 'turnstile'
  readonly script: string
  readonly options: Pick<WidgetOptions, 'size' | 'execution'>
}

const services: Readonly<Record<HumanCheck['kind'], Service>> = {
  recaptcha: {
    name: 'grecaptcha',
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    options: { size: 'invisible' },
  },
  hcaptcha: {
    name: 'hcaptcha',
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    options: { size: 'invisible' },
  },
  turnstile: {
    name: 'turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    options: { execution: 'execute' },
  },
}

const notChecked = 'Human verification failed. Try again.'

/**
 * Returns a new token for one request, or undefined if no check is configured. Throws if the check
 * fails.
 */
export async function humanToken(check: HumanCheck | undefined): Promise<string | undefined> {
  if (!check) return undefined
  const service = services[check.kind]
  const widget = await widgetOf(service)
  const container = document.body.appendChild(document.createElement('div'))
  try {
    return await new Promise<string>((resolve, reject) => {
      const id = widget.render(container, {
        ...service.options,
        sitekey: check.siteKey,
        callback: resolve,
        'error-callback': () => reject(new Error(notChecked)),
      })
      widget.execute(id)
    })
  } finally {
    container.remove()
  }
}

const widgets = () => window as unknown as Readonly<Record<Service['name'], Widget | undefined>>

const loading = new Map<string, Promise<void>>()

async function widgetOf({ name, script }: Service): Promise<Widget> {
  if (!widgets()[name]) {
    const scriptReady = loading.get(script) ?? load(script)
    loading.set(script, scriptReady)
    await scriptReady.catch((error: unknown) => {
      loading.delete(script)
      throw error
    })
  }
  const widget = widgets()[name]
  if (!widget) throw new Error(notChecked)
  if (widget.ready) await new Promise<void>((resolve) => widget.ready?.(resolve))
  return widget
}

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(notChecked))
    document.head.append(script)
  })
}
