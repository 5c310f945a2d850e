/** Paths below the address of a deployment that the gateway must not answer: unknown routes, ambiguous spellings, development mode. */
export const wrongPaths: string[] = [
  '',
  ...String.raw`
  /cubejs-api/v1/Load /cubejs-api/v1/LOAD /cubejs-api/V1/load /Cubejs-Api/v1/load /cubejs-api/v1/load/x /cubejs-api/v1/load;x=1
  /cubejs-api/v1;x/load /cubejs-api/v1/load.json /cubejs-api/v1/load:80 /cubejs-api/v1/load,meta /cubejs-api/v1/load&x
  /cubejs-api/v1/load+ /cubejs-api/v1/load~ /cubejs-api/v1/load* /cubejs-api/v1/load$ /cubejs-api/v1/load' /cubejs-api/v1/(load)
  /cubejs-api/v1/load#x /cubejs-api/v1/@load /cubejs-api/v1 /cubejs-api/v1/ /cubejs-api /cubejs-api/v2/load
  /cubejs-api/v1/pre-aggregations /cubejs-api/v1/pre-aggregations/jobs /cubejs-api/v1/pre-aggregations/partitions /cubejs-api/v1/cubes
  /cubejs-api/v1/run-scheduled-refresh /cubejs-api/v1/running-query/1 /cubejs-api/v1/ws /cubejs-api/v1/readyz /cubejs-api/v1/livez
  /cubejs-api/v1/context /cubejs-api/v1/__proto__ /cubejs-api/v1/constructor /cubejs-api/v1/toString /cubejs-api/v1/entities/a/b
  /cubejs-api/graphql /cubejs-api/v1/graphql /cubejs-system/v1/context /cubejs-system/v1/pre-aggregations /playground/context
  /playground/db-schema /playground/files /livez/x /readyz/x /metrics /
  /cubejs-api/v1/load%20 /cubejs-api/v1/%6coad /cubejs-api/v1%2fload /cubejs-api%2fv1%2fload /%63ubejs-api/v1/load
  /cubejs-api/v1/load%2f /cubejs-api/v1/load%00 /cubejs-api/v1/load%3fquery=1 /cubejs-api/v1/load%23 /cubejs-api/v1/meta/../load
  /cubejs-api/v1/./load /cubejs-api/v1/../v1/load /cubejs-api/v1/%2e/load /cubejs-api/v1/%2e%2e/v1/load /cubejs-api/v1/..%2fv1/load
  /cubejs-api/v1/.%2e/v1/load /./cubejs-api/v1/load /../cubejs-api/v1/load /../../cubejs-api/v1/load //cubejs-api/v1/load
  /cubejs-api//v1/load /cubejs-api/v1//load /cubejs-api/v1/load// /cubejs-api/v1/load/. /cubejs-api/v1/load/.. /cubejs-api/v1\load
  /cubejs-api\v1\load /cubejs-api/v1/load\ /cubejs-api/v1/entities/.. /cubejs-api/v1/entities/%2e%2e /cubejs-api/v1/entities/a%2fb
  /readyz%00
  /dev-mode/main/cubejs-api/v1/load /dev-mode/main/cubejs-api/v1/meta /dev-mode/feature%2Fx/cubejs-api/v1/load
  /dev-mode/../cubejs-api/v1/load /dev-mode/./../cubejs-api/v1/load /dev-mode/%2e%2e/cubejs-api/v1/load /dev-mode//cubejs-api/v1/load
  /dev-mode /dev-mode/ /dev-mode/main/readyz /Dev-Mode/main/cubejs-api/v1/load /dev-mode%2fmain/cubejs-api/v1/load
`
    .trim()
    .split(/\s+/),
]

/** Prefixes that resemble the address of the deployment. */
export const wrongBases = (slug: string): string[] => [
  `/Deployment/${slug}`,
  `/deployment/${slug.toUpperCase()}`,
  `//deployment/${slug}`,
  `/deployment//${slug}`,
  `/deployment/./${slug}`,
  `/deployment/x/../${slug}`,
  `/deployment/${slug}%20`,
  `/deployment/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`,
  `/deployment%2f${slug}`,
  `/%64eployment/${slug}`,
  `/deployment/${slug}.`,
  `/deployment/${slug};x`,
  `/deployment/${slug}\\`,
  `/deployment/-${slug}`,
  `/deployment/${slug}-`,
  `/api/deployment/${slug}`,
  `/deployments/${slug}`,
  ...['/deployment/x', '/deployment/', ''],
]
