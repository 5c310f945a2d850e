import { compileChart } from '@facet/chart-spec/compile'
import { answerCalls } from '#adapters/compute'

// The program of the process that compiles charts: each message is one specification.
answerCalls(({ spec }: { spec: unknown }) => compileChart(spec))
