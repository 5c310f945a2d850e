import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const failed = new Set<() => void>()

/** What did not arrive is asked for again by whoever draws it next. */
export const renewFailedParts = (): void => {
  for (const renew of failed) renew()
  failed.clear()
}

/** A component whose file is loaded when it is drawn. `lazy` by itself keeps the failure for the life of the page. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let Part: LazyExoticComponent<ComponentType<Props>>
  const renew = (): void => {
    Part = lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(renew)
        throw error
      }
    })
  }
  renew()
  return (props) => <Part {...props} />
}
