import type { Plant } from './plant.ts'
import { syncPlants } from './sync-plants.ts'
import { wallPlants } from './wall-plants.ts'

export const plants: Plant[] = [...wallPlants, ...syncPlants]
