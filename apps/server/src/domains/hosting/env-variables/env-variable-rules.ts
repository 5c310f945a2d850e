import { isSecretName, maskedValue } from '@facet/contract'
import { Failure } from '#kernel/failure'

export type EnvVariable = { name: string; value: string }

export const maxVariables = 1000

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/
// They would change how the engine's process runs rather than what it connects to, or they are the platform's own.
const reservedNames =
  /^(PATH|HOME|SHELL|IFS|ENV|BASH_ENV|TMPDIR|TZDIR|NODE_.*|LD_.*|DYLD_.*|GCONV_PATH|FACET_.*|CUBEJS_DEV_MODE|CUBEJS_CACHE_AND_QUEUE_DRIVER|CUBEJS_TELEMETRY)$/i

export const masked = (variable: EnvVariable): EnvVariable => (isSecretName(variable.name) ? { ...variable, value: maskedValue } : variable)

/** What may be stored. Names that are there already may break the identifier rule, so that old ones stay changeable. */
export const requireStorable = (variables: EnvVariable[], storedNames: Set<string>): void => {
  for (const { name, value } of variables) {
    if (value === maskedValue)
      throw new Failure(
        'env_variable_value_masked',
        `The value sent for ${name} is the mask ${maskedValue} that reading returns. Leave the variable out to keep its value.`,
      )
    if (reservedNames.test(name))
      throw new Failure(
        'env_variable_name_reserved',
        `${name} steers the runtime or is set by the platform and cannot be a variable of a deployment.`,
      )
    if (!storedNames.has(name) && !identifier.test(name))
      throw new Failure(
        'env_variable_name_invalid',
        `"${name}" is not a variable name: use letters, digits and underscores, not starting with a digit.`,
      )
  }
  const total = new Set([...storedNames, ...variables.map(({ name }) => name)]).size
  if (total > maxVariables)
    throw new Failure('env_variable_limit', `A deployment holds at most ${maxVariables} variables; this request would make ${total}.`)
}
