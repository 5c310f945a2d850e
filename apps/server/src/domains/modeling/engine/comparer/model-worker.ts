import { createComparisons } from '@facet/cube-model'
import { answerCalls } from '#adapters/compute'

// The program of a process that compares models: each message is a step of a comparison.
answerCalls(createComparisons())
