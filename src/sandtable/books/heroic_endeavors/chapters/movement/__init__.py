"""Movement: walking and running, levels, jumping, moving silently."""
